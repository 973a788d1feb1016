import type { ReactNode } from "react";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Card } from "@/app/dashboard/_parts/card";
import type { Place } from "@/app/dashboard/administrator";
import { config } from "@/lib/config/config";
import type { OidcClient } from "@/lib/oidc/clients/oidc-client";

interface Props {
  client: OidcClient;
  /** The app whose rules it asks; null for none. */
  app: { id: string; name: string } | null;
  place: Place;
}

/** What a relying party registered. */
export function Registration({ client, app, place }: Props) {
  return (
    <Card>
      <dl className="grid gap-x-8 gap-y-5 text-sm sm:grid-cols-2">
        <Fact name="Type">
          {client.type === "public" ? "Public, PKCE and no secret" : "Confidential"}
        </Fact>
        <Fact name="Consent">
          {client.firstParty ? "First party: not asked for" : "Asked for once"}
        </Fact>
        <Fact name="App">
          {app ? (
            <TextLink href={placePath(place, `apps/${app.id}`)}>{app.name}</TextLink>
          ) : (
            "None: no access rules are asked"
          )}
        </Fact>
        <Fact name="Issuer">
          <Uris of={[config().baseUrl]} />
        </Fact>
        <Fact name="Redirect URIs">
          <Uris of={client.redirectUris} />
        </Fact>
        <Fact name="Post-logout redirect URIs">
          <Uris of={client.postLogoutRedirectUris} />
        </Fact>
        <Fact name="Back-channel logout URI">
          <Uris of={client.backchannelLogoutUri ? [client.backchannelLogoutUri] : []} />
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-neutral-600 dark:text-neutral-400">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}

function Uris({ of }: { of: string[] }) {
  if (of.length === 0) return <>none</>;
  return (
    <ul className="space-y-1 font-mono text-[0.8rem] break-all">
      {of.map((uri) => (
        <li key={uri}>{uri}</li>
      ))}
    </ul>
  );
}
