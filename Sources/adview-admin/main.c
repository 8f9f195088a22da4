// SPDX-License-Identifier: MIT
// The entry of the program: its arguments go to AdminCLI as the system gave them.

void adview_admin(int count, char **arguments);

int main(int count, char **arguments) {
  adview_admin(count, arguments);
  return 0;
}
