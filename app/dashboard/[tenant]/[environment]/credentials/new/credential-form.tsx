"use client";

import Link from "next/link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/badge";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Checkbox, Field } from "@/app/dashboard/_parts/field";
import { Group } from "@/app/dashboard/_parts/group";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { type CredentialPurpose, dangerousScopes, type Scope } from "@/lib/credentials/scopes";
import { purposeName, scopeMeanings, scopesByResource } from "../_parts/scope-catalogue";
import { type CreationState, createAction } from "../actions";
import { CreatedCredential } from "./created-credential";

interface Props {
  place: { tenant: string; environment: string };
  purpose: CredentialPurpose;
  /** What a duplicate starts from. */
  name: string;
  scopes: string[];
}

/** Name and scopes; then, once, the credential itself. Management automation hides runtime scopes entirely. */
export function CredentialForm({ place, purpose, name, scopes }: Props) {
  const list = `/dashboard/${place.tenant}/${place.environment}/credentials`;
  return (
    <ActionForm<CreationState>
      action={createAction}
      submit="Create credential"
      className="space-y-8"
      instead={({ made }) => made && <CreatedCredential credential={made} list={list} />}
      beside={
        <Link href={`${list}/new`} className={quietButton}>
          Back
        </Link>
      }
    >
      <PlaceFields place={place} />
      <input type="hidden" name="purpose" value={purpose} />
      <p className="flex flex-wrap items-center gap-2 text-sm">
        Purpose <Badge>{purposeName(purpose)}</Badge>
      </p>
      <Field
        label="Name"
        name="name"
        hint="So that you know it again: which backend, on which server."
        defaultValue={name}
        maxLength={100}
        required
      />
      <Group
        legend="Scopes"
        name="scopes"
        hint="Nothing is granted that is not ticked. Take as few as it needs."
      >
        <div className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-2">
          {scopesByResource(purpose).map((group) => (
            <Resource key={group.resource} {...group} ticked={scopes} />
          ))}
        </div>
      </Group>
    </ActionForm>
  );
}

function Resource({
  resource,
  scopes,
  ticked,
}: {
  resource: string;
  scopes: Scope[];
  ticked: string[];
}) {
  return (
    <div>
      <h2 className="text-sm font-semibold">{resource}</h2>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          name="scopes"
          value={scope}
          defaultChecked={ticked.includes(scope)}
          label={
            <span className="flex flex-wrap items-center gap-2 font-mono text-sm">
              {scope} {dangerousScopes.has(scope) && <Badge tone="amber">dangerous</Badge>}
            </span>
          }
          hint={
            <>
              {scopeMeanings[scope].allows}.{" "}
              <span className="text-amber-900 dark:text-amber-300">
                {scopeMeanings[scope].danger}
              </span>
            </>
          }
        />
      ))}
    </div>
  );
}
