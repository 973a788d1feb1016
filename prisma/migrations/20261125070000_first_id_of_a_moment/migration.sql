-- An id has the whole milliseconds of its moment. Rounding made the first id of a moment late by up to half of one, so that what
-- was made in that time lay before it.
CREATE OR REPLACE FUNCTION atrium_first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN rpad(lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
