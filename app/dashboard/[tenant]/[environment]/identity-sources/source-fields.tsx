"use client";

import { TextArea } from "@/app/dashboard/_parts/field";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { UriList } from "@/app/dashboard/[tenant]/[environment]/oidc-clients/_parts/uri-list";
import { issuerProblem } from "@/lib/core/external-identities/identity-source";
import { publicHttpsProblem } from "@/lib/kernel/outbound/public-address";

interface Props {
  /** Stored values, as people type them; absent for a new source. */
  stored?: { audiences: string; jwksUri: string; mapping: string };
  texts: Pick<Catalog["connections"], "uris"> & {
    fields: Catalog["connections"]["sources"]["fields"];
  };
}

/** Fields for the verification of a source's tokens; addresses are checked during typing, by the server's own
 *  rules. */
export function SourceFields({ stored, texts }: Props) {
  const { fields, uris } = texts;
  return (
    <>
      {!stored && (
        <UriList
          texts={uris}
          label={fields.issuer}
          name="issuer"
          hint={fields.issuerHint}
          defaultValue=""
          problemOf={issuerProblem}
          rows={1}
          required
        />
      )}
      <UriList
        texts={uris}
        label={fields.keySet}
        name="jwksUri"
        hint={fields.keySetHint}
        defaultValue={stored?.jwksUri ?? ""}
        problemOf={publicHttpsProblem}
        rows={1}
        required
      />
      <TextArea
        label={fields.audiences}
        name="audiences"
        hint={fields.audiencesHint}
        defaultValue={stored?.audiences}
        required
        mono
      />
      <TextArea
        label={fields.attributes}
        name="attributeMapping"
        hint={fields.attributesHint}
        defaultValue={stored?.mapping}
        placeholder="department = dept"
        mono
      />
    </>
  );
}
