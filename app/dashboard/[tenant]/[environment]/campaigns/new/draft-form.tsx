"use client";

import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { type DraftState, draftCampaignAction } from "../actions";

interface Props {
  place: { tenant: string; environment: string };
  apps: { value: string; name: string }[];
}

/** What a campaign asks for and of whom; counts them before it is drafted, if asked to. */
export function DraftForm({ place, apps }: Props) {
  return (
    <ActionForm<DraftState>
      action={draftCampaignAction}
      submit="Create draft"
      beside={
        <button type="submit" name="intent" value="count" className={quietButton}>
          Count installations
        </button>
      }
    >
      {({ count }) => (
        <>
          <PlaceFields place={place} />
          <Field
            label="Name"
            name="name"
            hint="Installations see it: say what it is for."
            maxLength={200}
            required
          />
          <Field
            label="Version to move to"
            name="targetVersion"
            hint="What an installation runs once it reports success."
            maxLength={64}
            required
            mono
          />
          <Selector place={place} apps={apps} />
          {count !== undefined && <Counted count={count} />}
        </>
      )}
    </ActionForm>
  );
}

function Selector({ place, apps }: Props) {
  return (
    <fieldset>
      <legend className="font-medium">Which installations</legend>
      <p className="mt-0.5 text-sm text-neutral-600 dark:text-neutral-400">
        Active ones that fit everything you say here; all of them when you say nothing.
      </p>
      <div className="mt-4 grid gap-6 sm:grid-cols-2">
        <Select
          label="App"
          name="appId"
          options={[{ value: "", name: "Any app" }, ...apps]}
          hint="What they are copies of."
        />
        <OrganizationPicker
          place={place}
          hint="The customer they run at. Type a part of its name or slug."
        />
        <Field
          label="Platform"
          name="platform"
          hint="To the letter, as installations name theirs: linux/arm64."
          maxLength={64}
          mono
        />
        <Field
          label="Version below"
          name="versionBelow"
          hint="By Semantic Versioning. Those whose version can't be compared are left out."
          maxLength={128}
          mono
        />
      </div>
    </fieldset>
  );
}

function Counted({ count }: { count: number }) {
  const reached = count === 1 ? "1 installation" : `${count.toLocaleString("en")} installations`;
  return (
    <p
      role="status"
      className="rounded-lg bg-sky-50 p-3 text-sm text-sky-950 dark:bg-sky-950 dark:text-sky-200"
    >
      It would reach <strong>{reached}</strong> at this moment.
      {count === 0 && " Loosen what you ask of them, or wait until some have enrolled."}
    </p>
  );
}
