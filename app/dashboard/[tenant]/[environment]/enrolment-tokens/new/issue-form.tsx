"use client";

import Link from "next/link";
import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";
import { type IssueState, issueTokenAction } from "../actions";
import { IssuedToken } from "./issued-token";

interface Props {
  texts: Catalog["installations"]["issueForm"];
  /** Texts about the issued token. */
  issued: Catalog["installations"]["issued"];
  place: { tenant: string; environment: string };
  apps: { value: string; name: string }[];
  /** Highest number of uses a minute of a token, and the default. */
  perMinute: { most: string; usual: string };
}

/** Form of a token's access and lifetime; then shows the token, once. */
export function IssueForm({ texts, issued, place, apps, perMinute }: Props) {
  const list = `/dashboard/${place.tenant}/${place.environment}/enrolment-tokens`;
  const field = fieldsOf(texts);
  return (
    <ActionForm<IssueState>
      action={issueTokenAction}
      submit={texts.submit}
      instead={({ made }) => made && <IssuedToken texts={issued} made={made} list={list} />}
      beside={
        <Link href={list} className={quietButton}>
          {texts.cancel}
        </Link>
      }
    >
      <PlaceFields place={place} />
      <Field {...field("name")} maxLength={200} required />
      <div className="grid gap-6 sm:grid-cols-2">
        <Select {...field("appId", "app")} options={apps} />
        <OrganizationPicker place={place} hint={texts.organizationHint} />
        <Field {...field("notBefore")} type="datetime-local" />
        <Field {...field("expiresAt", "expires")} type="datetime-local" />
        <Field {...field("maxUses", "uses")} defaultValue="1" inputMode="numeric" />
        <Field
          {...field("perMinute")}
          hint={filled(texts.perMinuteHint, perMinute)}
          inputMode="numeric"
        />
      </div>
    </ActionForm>
  );
}
