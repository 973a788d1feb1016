import type { ConnectionRoom } from "@/lib/kernel/db/connection-counts";
import { read, type Statement } from "@/lib/kernel/db/queryable";

/** The least of three limits: the server's without the connections reserved for superusers, the login's and
 *  the database's. */
export const connectionRoom: () => Statement<ConnectionRoom> = () => read<ConnectionRoom>`
  SELECT most, by FROM (
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - COALESCE(current_setting('reserved_connections', true)::int, 0) AS most, 'max_connections' AS by
    UNION ALL SELECT rolconnlimit, 'the CONNECTION LIMIT of the login' FROM pg_roles WHERE rolname = session_user AND rolconnlimit >= 0
    UNION ALL SELECT datconnlimit, 'the CONNECTION LIMIT of the database' FROM pg_database
      WHERE datname = current_database() AND datconnlimit >= 0) limits
  ORDER BY most LIMIT 1`;
