import type { ReactNode } from "react";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Card } from "@/app/dashboard/_parts/blocks";
import { TextLink } from "@/app/dashboard/_parts/text";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { hasSecret } from "@/lib/core/oidc-clients/client-methods";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import { config } from "@/lib/kernel/config/config";

interface Props {
  client: OidcClient;
  /** App whose access rules apply; null for none. */
  app: { id: string; name: string } | null;
  place: Place;
  t: Translator<"connections">;
}

/** Registration of a relying party. */
export function Registration({ client, app, place, t }: Props) {
  const none = t("clients.registration.none");
  return (
    <Card>
      <dl className="grid gap-x-8 gap-y-5 text-sm sm:grid-cols-2">
        <Fact name={t("clients.registration.type")}>
          {t(`clients.registration.${client.type}`)}
        </Fact>
        <Fact name={t("clients.registration.key")}>
          <Uris of={[client.key]} none={none} />
        </Fact>
        <Fact name={t("clients.registration.consent")}>
          {t(
            client.firstParty
              ? "clients.registration.firstParty"
              : "clients.registration.askedOnce",
          )}
        </Fact>
        <Fact name={t("clients.registration.app")}>
          {app ? (
            <TextLink href={placePath(place, `apps/${app.id}`)}>{app.name}</TextLink>
          ) : (
            t("clients.registration.noApp")
          )}
        </Fact>
        <Fact name={t("clients.registration.scopes")}>
          <Uris of={client.allowedScopes} none={t("clients.registration.noScopes")} />
        </Fact>
        <Fact name={t("clients.registration.devices")}>
          {t(
            client.deviceAuthorization
              ? "clients.registration.devicesAllowed"
              : "clients.registration.devicesRefused",
          )}
        </Fact>
        <Fact name={t("clients.fields.security.method")}>
          {t(`clients.fields.security.${proofOf(client)}`)}
        </Fact>
        <Fact name={t("clients.fields.security.title")}>{protectionOf(client, t)}</Fact>
        <Fact name={t("clients.fields.security.algorithm")}>
          <Uris of={[client.idTokenSignedResponseAlg]} none={none} />
        </Fact>
        {client.profile !== "fapi2" && (
          <Fact name={t("clients.fields.security.grace")}>{client.refreshGraceSeconds}</Fact>
        )}
        <Fact name={t("clients.registration.issuer")}>
          <Uris of={[config().baseUrl]} none={none} />
        </Fact>
        <Fact name={t("clients.fields.redirectUris")}>
          <Uris of={client.redirectUris} none={none} />
        </Fact>
        <Fact name={t("clients.fields.postLogoutUris")}>
          <Uris of={client.postLogoutRedirectUris} none={none} />
        </Fact>
        <Fact name={t("clients.fields.backchannelUri")}>
          <Uris of={client.backchannelLogoutUri ? [client.backchannelLogoutUri] : []} none={none} />
        </Fact>
      </dl>
    </Card>
  );
}

function proofOf({ tokenEndpointAuthMethod: method }: OidcClient) {
  if (hasSecret(method)) return "secret";
  return method === "none" ? "nothing" : "key";
}

/** Lists the protections of its requests and tokens, by the names of the settings. */
function protectionOf(client: OidcClient, t: Translator<"connections">): string {
  const on = [
    client.profile === "fapi2" && t("clients.fields.security.profile"),
    client.requirePushedAuthorizationRequests && t("clients.fields.security.push"),
    client.dpopBoundAccessTokens && t("clients.fields.security.bound"),
  ].filter((name) => name !== false);
  return on.length === 0 ? t("clients.fields.security.usual") : on.join(" · ");
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-neutral-600 dark:text-neutral-400">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}

function Uris({ of, none }: { of: string[]; none: string }) {
  if (of.length === 0) return <>{none}</>;
  return (
    <ul className="space-y-1 font-mono text-[0.8rem] break-all">
      {of.map((uri) => (
        <li key={uri}>
          <bdi>{uri}</bdi>
        </li>
      ))}
    </ul>
  );
}
