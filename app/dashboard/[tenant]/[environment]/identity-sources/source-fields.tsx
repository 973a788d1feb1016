"use client";

import { TextArea } from "@/app/dashboard/_parts/field";
import { UriList } from "@/app/dashboard/[tenant]/[environment]/oidc-clients/_parts/uri-list";
import { issuerProblem } from "@/lib/external-identities/identity-source";
import { publicHttpsProblem } from "@/lib/outbound/public-address";

interface Props {
  /** What is stored, as people type it, or nothing for a new source. */
  stored?: { audiences: string; jwksUri: string; mapping: string };
}

/** How a source's tokens are believed; addresses are checked as they are typed, by the server's own rules. */
export function SourceFields({ stored }: Props) {
  return (
    <>
      {!stored && (
        <UriList
          label="Issuer"
          name="issuer"
          hint="As its tokens have it in iss, to the letter. It can't be changed later: subjects mean nothing without it."
          defaultValue=""
          problemOf={issuerProblem}
          rows={1}
          required
        />
      )}
      <UriList
        label="Key set address"
        name="jwksUri"
        hint="Where the issuer publishes its keys (jwks_uri in its metadata): https, on a public address."
        defaultValue={stored?.jwksUri ?? ""}
        problemOf={publicHttpsProblem}
        rows={1}
        required
      />
      <TextArea
        label="Audiences"
        name="audiences"
        hint="A line each. A token must be meant for one of them: name what the issuer calls your service, nothing broader."
        defaultValue={stored?.audiences}
        required
        mono
      />
      <TextArea
        label="Attributes"
        name="attributeMapping"
        hint="Optional, a line each: attribute = claim. An exchanged token brings these claims of its principal up to date."
        defaultValue={stored?.mapping}
        placeholder="department = dept"
        mono
      />
    </>
  );
}
