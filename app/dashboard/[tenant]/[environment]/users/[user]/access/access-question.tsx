import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { App } from "@/lib/core/apps/app";
import type { UserPlace as Membership } from "@/lib/core/memberships/member-search-store";

interface Props {
  apps: App[];
  appId: string;
  organization: string;
  memberships: Membership[];
}

/** Form that selects an app, by the page's own address, so that the answer can be shared. */
export async function AccessQuestion({ apps, appId, organization, memberships }: Props) {
  const { t, texts } = await wordsOf("users");
  const field = fieldsOf(texts.access);
  return (
    <form method="get" className="mb-8 grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
      <Select
        {...field("app")}
        defaultValue={appId}
        options={apps.map(({ id, name }) => ({ value: id, name }))}
      />
      {organization === "" || memberships.some(({ slug }) => slug === organization) ? (
        <Select
          {...field("organization")}
          defaultValue={organization}
          options={[
            { value: "", name: t("access.anyOrganization") },
            ...memberships.map(({ slug, organizationName }) => ({
              value: slug,
              name: organizationName,
            })),
          ]}
        />
      ) : (
        <Field {...field("organization")} defaultValue={organization} maxLength={100} mono />
      )}
      <button type="submit" className={primaryButton}>
        {t("access.submit")}
      </button>
    </form>
  );
}
