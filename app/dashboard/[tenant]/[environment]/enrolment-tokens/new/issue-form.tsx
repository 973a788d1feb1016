"use client";

import Link from "next/link";
import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { type IssueState, issueTokenAction } from "../actions";
import { IssuedToken } from "./issued-token";

interface Props {
  place: { tenant: string; environment: string };
  apps: { value: string; name: string }[];
  /** The service's own budget. */
  perMinute: number;
}

/** What a token opens and for how long; then, once, the token. */
export function IssueForm({ place, apps, perMinute }: Props) {
  const list = `/dashboard/${place.tenant}/${place.environment}/enrolment-tokens`;
  return (
    <ActionForm<IssueState>
      action={issueTokenAction}
      submit="Issue token"
      instead={({ made }) => made && <IssuedToken made={made} list={list} />}
      beside={
        <Link href={list} className={quietButton}>
          Cancel
        </Link>
      }
    >
      <PlaceFields place={place} />
      <Field
        label="Name"
        name="name"
        hint="So that you know it again: which rollout, which site."
        maxLength={200}
        required
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <Select
          label="App"
          name="appId"
          hint="What the installations are copies of."
          options={apps}
        />
        <OrganizationPicker
          place={place}
          hint="Optional: the customer they run at. Type a part of its name or slug."
        />
        <Field label="Not before" name="notBefore" type="datetime-local" hint="Optional, in UTC." />
        <Field
          label="Expires"
          name="expiresAt"
          type="datetime-local"
          hint="Optional, in UTC. Revoking ends it too."
        />
        <Field
          label="Uses"
          name="maxUses"
          hint="How many may enrol in all. Empty for no limit."
          defaultValue="1"
          inputMode="numeric"
        />
        <Field
          label="Uses a minute"
          name="perMinute"
          hint={`At most 1,000. Empty for ${perMinute}.`}
          inputMode="numeric"
        />
      </div>
    </ActionForm>
  );
}
