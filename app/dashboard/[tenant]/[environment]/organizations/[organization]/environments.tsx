import { placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Section } from "@/app/dashboard/_parts/blocks";
import { Select } from "@/app/dashboard/_parts/field";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { Quiet, StatusBadge, TextLink } from "@/app/dashboard/_parts/text";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { TypeInEnvironment } from "@/lib/core/organization-types/organization-type-store";
import type { Organization } from "@/lib/core/organizations/organization";
import type { Presence } from "@/lib/core/organizations/organization-search-store";
import { addToEnvironmentAction } from "../actions";

/** List of the tenant's environments that have the organization; it can be added to the others. */
export async function Environments({
  place,
  organization,
  presence,
  types,
  mayChange,
}: {
  place: Place;
  organization: Organization;
  presence: Presence[];
  types: TypeInEnvironment[];
  mayChange: boolean;
}) {
  const { t } = await wordsOf("organizations");
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
      {mayChange &&
        presence
          .filter(({ status }) => status === null)
          .map((environment) => (
            <AddForm
              key={environment.key}
              t={t}
              place={place}
              organization={organization}
              environment={environment}
              types={types.filter((type) => type.environment === environment.key)}
            />
          ))}
    </Section>
  );
}

/** Form that adds the organization to one environment, as one of its types. */
function AddForm({
  t,
  place,
  organization: { id, organizationType },
  environment: { key, name },
  types,
}: {
  t: Translator<"organizations">;
  place: Place;
  organization: Organization;
  environment: Presence;
  types: TypeInEnvironment[];
}) {
  const same = types.some((type) => type.key === organizationType);
  return (
    <div className="mt-4 border-t border-neutral-200 pt-6 dark:border-neutral-800">
      <ActionForm
        action={addToEnvironmentAction}
        submit={t("environments.submit", { environment: name })}
        tone="quiet"
      >
        <AboutFields place={place} id={id} to={key} />
        {types.length > 0 && (
          <Select
            label={t("environments.type", { environment: name })}
            name="organizationType"
            defaultValue={same ? (organizationType ?? "") : ""}
            options={[
              { value: "", name: t("fields.noType") },
              ...types.map((type) => ({ value: type.key, name: type.name })),
            ]}
          />
        )}
      </ActionForm>
    </div>
  );
}
