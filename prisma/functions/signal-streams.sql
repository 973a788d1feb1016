-- What keeps streams of security events whole.

-- A stream is one receiver's in one environment for good, and what the log was looked through for stays so: nothing is told twice.
CREATE OR REPLACE FUNCTION atrium_refuse_stream_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.id <> OLD.id OR NEW.environment_id <> OLD.environment_id OR NEW.credential_id <> OLD.credential_id OR NEW.position < OLD.position THEN
    RAISE EXCEPTION 'the receiver of a stream is fixed, and its position only grows' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER signal_streams_fixed BEFORE UPDATE ON signal_streams
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_stream_change();

-- A stream belongs to the environment of its receiver.
CREATE OR REPLACE FUNCTION atrium_check_stream_receiver() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM credentials c
    WHERE c.id = NEW.credential_id AND c.tenant_id = NEW.tenant_id AND c.environment_id = NEW.environment_id) THEN
    RAISE EXCEPTION 'a stream belongs to the environment of its credential' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER signal_streams_receiver BEFORE INSERT ON signal_streams
  FOR EACH ROW EXECUTE FUNCTION atrium_check_stream_receiver();
