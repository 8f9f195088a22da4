// SPDX-License-Identifier: MIT
// The entry of the program: its arguments go to AdminCLI as the system gave them, and the commit that a
// release is built from.

void adview_admin(int count, char **arguments, const char *commit);

int main(int count, char **arguments) {
#ifdef ADVIEW_COMMIT
  adview_admin(count, arguments, ADVIEW_COMMIT);
#else
  adview_admin(count, arguments, 0);
#endif
  return 0;
}
