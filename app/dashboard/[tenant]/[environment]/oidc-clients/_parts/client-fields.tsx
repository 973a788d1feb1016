"use client";

import { Checkbox, Field, Select } from "@/app/dashboard/_parts/field";
import { Group } from "@/app/dashboard/_parts/group";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import type { ClientMethods } from "@/lib/core/oidc-clients/client-methods";
import {
  accessScopes,
  backchannelUriProblem,
  type OidcClient,
  postLogoutRedirectUriProblem,
  redirectUriProblem,
} from "@/lib/core/oidc-clients/oidc-client";
import { SecurityFields } from "./security-fields";
import { UriList } from "./uri-list";

export interface ClientFieldTexts extends Pick<Catalog["connections"], "uris"> {
  fields: Catalog["connections"]["clients"]["fields"];
}

export interface ClientFieldsProps {
  type: OidcClient["type"];
  apps: { id: string; name: string }[];
  /** Stored client; absent for a new one. */
  stored?: Pick<
    OidcClient,
    | "name"
    | "appId"
    | "redirectUris"
    | "postLogoutRedirectUris"
    | "backchannelLogoutUri"
    | "firstParty"
    | "allowedScopes"
    | "deviceAuthorization"
    | keyof ClientMethods
  >;
  texts: ClientFieldTexts;
  /** Whether logout tokens may be sent to loopback addresses. */
  takesLoopback: boolean;
}

/** Settings of a relying party, at registration and later. */
export function ClientFields({ type, apps, stored, texts, takesLoopback }: ClientFieldsProps) {
  const { fields, uris } = texts;
  return (
    <>
      <Field
        label={fields.name}
        name="name"
        hint={fields.nameHint}
        defaultValue={stored?.name}
        maxLength={100}
        required
      />
      <Select
        label={fields.app}
        name="appId"
        hint={fields.appHint}
        defaultValue={stored?.appId ?? ""}
        options={[
          { value: "", name: fields.noApp },
          ...apps.map(({ id, name }) => ({ value: id, name })),
        ]}
      />
      <UriList
        texts={uris}
        label={fields.redirectUris}
        name="redirectUris"
        hint={fields.redirectUrisHint}
        defaultValue={stored?.redirectUris.join("\n") ?? ""}
        problemOf={(uri) => redirectUriProblem(uri, type)}
      />
      <UriList
        texts={uris}
        label={fields.postLogoutUris}
        name="postLogoutRedirectUris"
        hint={fields.postLogoutUrisHint}
        defaultValue={stored?.postLogoutRedirectUris.join("\n") ?? ""}
        problemOf={postLogoutRedirectUriProblem}
        rows={2}
      />
      <UriList
        texts={uris}
        label={fields.backchannelUri}
        name="backchannelLogoutUri"
        hint={fields.backchannelUriHint}
        defaultValue={stored?.backchannelLogoutUri ?? ""}
        problemOf={(uri) => backchannelUriProblem(uri, takesLoopback)}
        fine={fields.backchannelUriFine}
        rows={1}
      />
      <Checkbox
        name="firstParty"
        label={fields.firstParty}
        hint={fields.firstPartyHint}
        defaultChecked={stored?.firstParty ?? true}
      />
      <Checkbox
        name="deviceAuthorization"
        label={fields.devices}
        hint={fields.devicesHint}
        defaultChecked={stored?.deviceAuthorization ?? false}
      />
      <Group legend={fields.scopes} name="allowedScopes" hint={fields.scopesHint}>
        {accessScopes.map((scope) => (
          <Checkbox
            key={scope}
            name="allowedScopes"
            value={scope}
            label={
              <span dir="ltr" className="font-mono text-sm">
                {scope}
              </span>
            }
            hint={fields.scope[scope]}
            defaultChecked={stored?.allowedScopes.includes(scope)}
          />
        ))}
      </Group>
      <SecurityFields type={type} stored={stored} texts={fields.security} />
    </>
  );
}
