import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { Organization } from "@/lib/organizations/organization";
import type { Presence } from "@/lib/organizations/organization-search-store";
import { addToEnvironmentAction } from "../actions";

/** In which of the tenant's environments an organization is; it can be added to the others. */
export async function Environments({
  place,
  organization,
  presence,
  mayChange,
}: {
  place: Place;
  organization: Organization;
  presence: Presence[];
  mayChange: boolean;
}) {
  const { t } = await wordsOf("organizations");
  const absent = presence.filter(({ status }) => status === null);
  return (
    <Section title={t("environments.title")} about={t("environments.about")}>
      <ul className="divide-y divide-neutral-200 dark:divide-neutral-800">
        {presence.map(({ key, name, status, organizationType }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
            {status ? (
              <TextLink
                href={placePath({ ...place, environment: key }, `organizations/${organization.id}`)}
              >
                {name}
              </TextLink>
            ) : (
              <span>{name}</span>
            )}
            {status ? <StatusBadge status={status} /> : <Quiet>{t("environments.absent")}</Quiet>}
            {organizationType && <Quiet>{organizationType}</Quiet>}
          </li>
        ))}
      </ul>
      {mayChange && absent.length > 0 && (
        <div className="mt-4 border-t border-neutral-200 pt-6 dark:border-neutral-800">
          <ActionForm
            action={addToEnvironmentAction}
            submit={t("environments.submit")}
            tone="quiet"
          >
            <AboutFields place={place} id={organization.id} />
            <div className="grid items-end gap-4 sm:grid-cols-2">
              <Select
                label={t("environments.environment")}
                name="to"
                options={absent.map(({ key, name }) => ({ value: key, name }))}
              />
              <Field
                label={t("environments.type")}
                name="organizationType"
                hint={t("environments.typeHint")}
                defaultValue={organization.organizationType ?? ""}
                maxLength={64}
                mono
              />
            </div>
          </ActionForm>
        </div>
      )}
    </Section>
  );
}
