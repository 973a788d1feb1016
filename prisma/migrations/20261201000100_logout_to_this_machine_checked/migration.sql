-- The rule of the migration before holds for the rows that were there, too.
ALTER TABLE oidc_clients VALIDATE CONSTRAINT oidc_clients_backchannel_https;
