"use client";

import { Checkbox, Field, Select } from "@/app/dashboard/_parts/field";
import {
  backchannelUriProblem,
  type OidcClient,
  postLogoutRedirectUriProblem,
  redirectUriProblem,
} from "@/lib/oidc/clients/oidc-client";
import { UriList } from "./uri-list";

export interface ClientFieldsProps {
  type: OidcClient["type"];
  apps: { id: string; name: string }[];
  /** What is stored, or nothing for a new client. */
  stored?: Pick<
    OidcClient,
    | "name"
    | "appId"
    | "redirectUris"
    | "postLogoutRedirectUris"
    | "backchannelLogoutUri"
    | "firstParty"
  >;
}

/** What can be said about a relying party, when it is registered and ever after. */
export function ClientFields({ type, apps, stored }: ClientFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        hint="Users see it where they are asked for consent."
        defaultValue={stored?.name}
        maxLength={100}
        required
      />
      <Select
        label="App"
        name="appId"
        hint="Its access rules decide who may sign in here. Without one, every user of the environment may."
        defaultValue={stored?.appId ?? ""}
        options={[
          { value: "", name: "No access rules" },
          ...apps.map(({ id, name }) => ({ value: id, name })),
        ]}
      />
      <UriList
        label="Redirect URIs"
        name="redirectUris"
        hint="One a line, matched to the letter: no patterns. https, or http on localhost."
        defaultValue={stored?.redirectUris.join("\n") ?? ""}
        problemOf={(uri) => redirectUriProblem(uri, type)}
        required
      />
      <UriList
        label="Post-logout redirect URIs"
        name="postLogoutRedirectUris"
        hint="Where a browser may be sent after signing out. One a line."
        defaultValue={stored?.postLogoutRedirectUris.join("\n") ?? ""}
        problemOf={postLogoutRedirectUriProblem}
        rows={2}
      />
      <UriList
        label="Back-channel logout URI"
        name="backchannelLogoutUri"
        hint="Optional. A public https address that is told when a session ends."
        defaultValue={stored?.backchannelLogoutUri ?? ""}
        problemOf={backchannelUriProblem}
        fine="Well formed. Once it is saved, send it a test to see whether we reach it."
        rows={1}
      />
      <Checkbox
        name="firstParty"
        label="First party"
        hint="Your own app: users are not asked for consent."
        defaultChecked={stored?.firstParty ?? true}
      />
    </>
  );
}
