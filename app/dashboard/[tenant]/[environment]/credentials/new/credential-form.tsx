"use client";

import Link from "next/link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Checkbox, Field } from "@/app/dashboard/_parts/field";
import { Group } from "@/app/dashboard/_parts/group";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import type { CredentialPurpose } from "@/lib/core/credentials/scopes";
import type { DescribedScope, ScopeGroup } from "../_parts/scope-catalogue";
import { type CreationState, createAction } from "../actions";
import { CreatedCredential } from "./created-credential";

interface Props {
  place: { tenant: string; environment: string };
  purpose: { value: CredentialPurpose; name: string };
  /** Values that a duplicate starts from. */
  name: string;
  scopes: string[];
  /** Scopes to choose from. */
  groups: ScopeGroup[];
  texts: Pick<Catalog["connections"]["credentials"], "form" | "created" | "dangerous">;
}

/** Form for name and scopes; then shows the credential, once. Management automation hides runtime scopes
 *  entirely. */
export function CredentialForm({ place, purpose, name, scopes, groups, texts }: Props) {
  const { form, created, dangerous } = texts;
  const list = `/dashboard/${place.tenant}/${place.environment}/credentials`;
  return (
    <ActionForm<CreationState>
      action={createAction}
      submit={form.submit}
      className="space-y-8"
      instead={({ made }) =>
        made && <CreatedCredential credential={made} list={list} texts={created} />
      }
      beside={
        <Link href={`${list}/new`} className={quietButton}>
          {form.back}
        </Link>
      }
    >
      <PlaceFields place={place} />
      <input type="hidden" name="purpose" value={purpose.value} />
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {form.purpose} <Badge>{purpose.name}</Badge>
      </p>
      <Field
        label={form.name}
        name="name"
        hint={form.nameHint}
        defaultValue={name}
        maxLength={100}
        required
      />
      <Group legend={form.scopes} name="scopes" hint={form.scopesHint}>
        <div className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-2">
          {groups.map((group) => (
            <Resource key={group.name} {...group} ticked={scopes} dangerous={dangerous} />
          ))}
        </div>
      </Group>
    </ActionForm>
  );
}

interface ResourceProps extends ScopeGroup {
  ticked: string[];
  /** Label of a dangerous scope. */
  dangerous: string;
}

function Resource({ name, scopes, ticked, dangerous }: ResourceProps) {
  return (
    <div>
      <h2 className="text-sm font-semibold">{name}</h2>
      {scopes.map((one) => (
        <Checkbox
          key={one.scope}
          name="scopes"
          value={one.scope}
          defaultChecked={ticked.includes(one.scope)}
          label={
            <span className="flex flex-wrap items-center gap-2 font-mono text-sm">
              <span dir="ltr">{one.scope}</span>{" "}
              {one.danger !== null && <Badge tone="amber">{dangerous}</Badge>}
            </span>
          }
          hint={<Meaning {...one} />}
        />
      ))}
    </div>
  );
}

function Meaning({ allows, danger }: DescribedScope) {
  return (
    <>
      {allows} <span className="text-amber-900 dark:text-amber-300">{danger}</span>
    </>
  );
}
