// SPDX-License-Identifier: MIT
// SQLite as a program uses it that has no library in between: what ours is compared with.
#include <sqlite3.h>
