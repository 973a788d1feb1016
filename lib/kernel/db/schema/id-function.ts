/** `uuidv7()`, which makes ids and is built into PostgreSQL from version 18 on: on older servers, a function
 *  of the schema `public` replaces it. It is created before the first migration, whose tables name it; where
 *  the function exists, nothing changes. A database that is upgraded to 18 keeps `public.uuidv7()` in its
 *  tables; objects made later name the built-in function.
 *
 *  An id begins with the time of its creation in milliseconds (RFC 9562, section 5.7), which partitions rely
 *  on. The twelve bits behind the version are the fraction of the millisecond (section 6.2, method 3), as in
 *  the built-in function; 62 bits are random. Unlike those of the built-in function, two ids of one
 *  microsecond may be in either order. */
export const ID_FUNCTION = `DO $guard$ BEGIN
  IF to_regprocedure('pg_catalog.uuidv7()') IS NULL AND to_regprocedure('public.uuidv7()') IS NULL THEN
    -- 4,096ths of a millisecond are fifteen hexadecimal digits: the version comes between the twelfth and the thirteenth.
    CREATE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
    RETURN (overlay(lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * 4096000)::bigint), 15, '0')
      PLACING '7' FROM 13 FOR 0) || substr(gen_random_uuid()::text, 20))::uuid;
  END IF;
END $guard$`;
