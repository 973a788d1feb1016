/** Settings of a PostgreSQL that serves (DEPLOYING, "Settings of PostgreSQL"). By its own defaults a
 *  checkpoint comes with each gigabyte of its write-ahead log: during an import that is every half a minute,
 *  and after each one every page that changes goes into the log as a whole. */
export const servedSettings = { max_wal_size: "4GB", checkpoint_timeout: "15min" };
