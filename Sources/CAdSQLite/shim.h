// SPDX-License-Identifier: MIT
// What Swift cannot call directly: SQLite's variadic functions.
#ifndef ADVIEW_CSQLITE_SHIM_H
#define ADVIEW_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Sets one boolean option of sqlite3_db_config; `now` receives the value in force.
static inline int adview_db_config_bool(sqlite3 *db, int option, int value, int *now) {
  return sqlite3_db_config(db, option, value, now);
}

/// Has SQLite count no memory any more, in the whole process; refused once a database was opened.
static inline int adview_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
