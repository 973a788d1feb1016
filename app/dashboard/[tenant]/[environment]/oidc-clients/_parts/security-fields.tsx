"use client";

import { useState } from "react";
import { Checkbox, Field, Select, TextArea } from "@/app/dashboard/_parts/field";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import {
  type ClientMethods,
  hasSecret,
  MOST_GRACE_SECONDS,
  strictIdTokenAlgorithms,
  usualMethods,
} from "@/lib/core/oidc-clients/client-methods";
import { idTokenAlgorithms } from "@/lib/core/signing-keys/signing-key";

interface Props {
  type: "confidential" | "public";
  stored?: ClientMethods | undefined;
  texts: Catalog["connections"]["clients"]["fields"]["security"];
}

/** Authentication of a relying party, and the protection of its requests and tokens. Only a client that can
 *  hold a key can use the strict profile. Without scripts all fields show at once, and the server ignores
 *  those that the profile fixes. */
export function SecurityFields({ type, stored, texts }: Props) {
  const [ticked, setTicked] = useState(stored?.profile === "fapi2");
  const strict = ticked && type === "confidential";
  const algorithms = strict ? strictIdTokenAlgorithms : idTokenAlgorithms;
  const signed = algorithms.find((one) => one === stored?.idTokenSignedResponseAlg);
  return (
    <fieldset className="space-y-6">
      <legend className="font-medium">{texts.title}</legend>
      {type === "confidential" && (
        <Checkbox
          name="profile"
          value="fapi2"
          label={texts.profile}
          hint={texts.profileHint}
          defaultChecked={stored?.profile === "fapi2"}
          onTick={setTicked}
        />
      )}
      {type === "confidential" && <Proof stored={stored} texts={texts} strict={strict} />}
      <Select
        // The options change with the profile: the last choice may not be among them.
        key={String(strict)}
        label={texts.algorithm}
        name="idTokenSignedResponseAlg"
        hint={texts.algorithmHint}
        defaultValue={signed ?? algorithms[0]}
        options={algorithms.map((value) => ({ value, name: value }))}
      />
      {!strict && (
        <>
          <Checkbox
            name="requirePushedAuthorizationRequests"
            label={texts.push}
            hint={texts.pushHint}
            defaultChecked={stored?.requirePushedAuthorizationRequests ?? false}
          />
          <Checkbox
            name="dpopBoundAccessTokens"
            label={texts.bound}
            hint={texts.boundHint}
            defaultChecked={stored?.dpopBoundAccessTokens ?? false}
          />
          <Field
            label={texts.grace}
            name="refreshGraceSeconds"
            hint={texts.graceHint}
            type="number"
            inputMode="numeric"
            min={0}
            max={MOST_GRACE_SECONDS}
            required
            defaultValue={String((stored ?? usualMethods(type)).refreshGraceSeconds)}
          />
        </>
      )}
    </fieldset>
  );
}

/** Authentication method of a confidential client. */
function Proof({ stored, texts, strict }: Omit<Props, "type"> & { strict: boolean }) {
  const byKey = stored !== undefined && !hasSecret(stored.tokenEndpointAuthMethod);
  return (
    <>
      {!strict && (
        <Select
          label={texts.method}
          name="tokenEndpointAuthMethod"
          defaultValue={byKey ? "private_key_jwt" : "client_secret_basic"}
          options={[
            { value: "client_secret_basic", name: texts.secret },
            { value: "private_key_jwt", name: texts.key },
          ]}
        />
      )}
      <TextArea
        label={texts.jwks}
        name="jwks"
        hint={texts.jwksHint}
        defaultValue={stored?.jwks ? JSON.stringify(stored.jwks, null, 2) : ""}
        rows={4}
        mono
      />
      <Field
        label={texts.jwksUri}
        name="jwksUri"
        hint={texts.jwksUriHint}
        defaultValue={stored?.jwksUri ?? ""}
        maxLength={2048}
      />
    </>
  );
}
