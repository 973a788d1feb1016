/**
 * `uuidv7()`, which makes ids and is PostgreSQL's own from version 18 on: where there is none, one of the schema `public` takes its
 * place. It comes before the first migration, whose tables name it, and changes nothing where there is one already. A
 * database that is brought to 18 keeps it: its tables name `public.uuidv7()` then, and whatever is made later names
 * PostgreSQL's own.
 *
 * An id begins with the milliseconds at which it was made (RFC 9562, section 5.7), which partitions rely on. The twelve bits
 * behind the version are the part of the millisecond (section 6.2, method 3), as in PostgreSQL's own; 62 bits are random. Unlike
 * PostgreSQL's own, two ids of one microsecond may be in either order.
 */
export const ID_FUNCTION = `DO $guard$ BEGIN
  IF to_regprocedure('pg_catalog.uuidv7()') IS NULL AND to_regprocedure('public.uuidv7()') IS NULL THEN
    -- 4,096ths of a millisecond are fifteen hexadecimal digits: the version comes between the twelfth and the thirteenth.
    CREATE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
    RETURN (overlay(lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * 4096000)::bigint), 15, '0')
      PLACING '7' FROM 13 FOR 0) || substr(gen_random_uuid()::text, 20))::uuid;
  END IF;
END $guard$`;
