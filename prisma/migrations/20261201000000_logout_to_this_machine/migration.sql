-- In the local mode a product on the same machine hears of logouts over http. The service refuses it in every other mode, when it
-- is registered and when a token is sent (lib/oidc/clients/check-settings, lib/backchannel-logout/post-logout-token).
ALTER TABLE oidc_clients DROP CONSTRAINT oidc_clients_backchannel_https,
  ADD CONSTRAINT oidc_clients_backchannel_https CHECK (backchannel_logout_uri IS NULL OR backchannel_logout_uri ~ '^https://'
    OR backchannel_logout_uri ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?(/|\?|$)') NOT VALID;
