import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { Field, Select } from "@/app/dashboard/_parts/field";
import type { App } from "@/lib/apps/app";
import type { UserPlace as Membership } from "@/lib/organizations/memberships/member-search-store";

interface Props {
  apps: App[];
  appId: string;
  organization: string;
  memberships: Membership[];
}

/** Asks about one app, by the page's own address, so that the answer can be shared. */
export function AccessQuestion({ apps, appId, organization, memberships }: Props) {
  return (
    <form method="get" className="mb-8 grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
      <Select
        label="App"
        name="app"
        defaultValue={appId}
        options={apps.map(({ id, name }) => ({ value: id, name }))}
      />
      {organization === "" || memberships.some(({ slug }) => slug === organization) ? (
        <Select
          label="Through"
          name="organization"
          defaultValue={organization}
          options={[
            { value: "", name: "Any of the user’s organizations" },
            ...memberships.map(({ slug, organizationName }) => ({
              value: slug,
              name: organizationName,
            })),
          ]}
        />
      ) : (
        <Field
          label="Through the organization"
          name="organization"
          defaultValue={organization}
          maxLength={100}
          mono
        />
      )}
      <button type="submit" className={primaryButton}>
        Explain
      </button>
    </form>
  );
}
