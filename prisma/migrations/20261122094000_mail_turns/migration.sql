-- How many messages of a kind a tenant has waiting, counted whenever it queues another one.
CREATE INDEX mail_messages_queued_idx ON mail_messages (tenant_id, template) WHERE status = 'queued';
