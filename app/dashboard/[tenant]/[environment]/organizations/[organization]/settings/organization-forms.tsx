import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { OrganizationType } from "@/lib/core/organization-types/organization-type-store";
import type { Organization } from "@/lib/core/organizations/organization";
import type { Package } from "@/lib/core/packages/package";
import {
  changeOrganizationAction,
  changeWorkspaceAction,
  setOrganizationStatusAction,
} from "../../actions";
import { NameFields } from "../../name-fields";
import { WorkspaceFields } from "../../workspace-fields";

interface Props {
  t: Translator<"organizations">;
  place: Place;
  organization: Organization;
  types: OrganizationType[];
  packages: Package[];
}

/** Forms by which an administrator changes an organization. */
export function OrganizationForms({ t, place, organization, types, packages }: Props) {
  return (
    <>
      <Section title={t("settings.workspace")} about={t("settings.workspaceAbout")}>
        <ActionForm action={changeWorkspaceAction} submit={t("settings.saveWorkspace")}>
          <AboutFields place={place} id={organization.id} />
          <WorkspaceFields
            types={types}
            packages={packages}
            organizationType={organization.organizationType}
            packageId={organization.packageId}
          />
        </ActionForm>
      </Section>
      <Section title={t("settings.name")} about={t("settings.nameAbout")}>
        <ActionForm action={changeOrganizationAction} submit={t("settings.saveName")}>
          <AboutFields place={place} id={organization.id} />
          <NameFields stored={organization} />
        </ActionForm>
      </Section>
      <StatusForm t={t} place={place} organization={organization} />
    </>
  );
}

function StatusForm({ t, place, organization }: Omit<Props, "types" | "packages">) {
  const { id, status } = organization;
  const active = status === "active";
  return (
    <Section
      title={active ? t("settings.disableTitle") : t("settings.enableTitle")}
      about={active ? t("settings.disableAbout") : t("settings.enableAbout")}
    >
      <ActionForm
        action={setOrganizationStatusAction}
        submit={active ? t("settings.disable") : t("settings.enable")}
        tone={active ? "danger" : "primary"}
      >
        <AboutFields place={place} id={id} status={active ? "disabled" : "active"} />
      </ActionForm>
    </Section>
  );
}
