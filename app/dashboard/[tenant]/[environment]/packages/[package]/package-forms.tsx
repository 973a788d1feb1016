import type { ReactNode } from "react";
import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { TextLink } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { App } from "@/lib/core/apps/app";
import type { Package } from "@/lib/core/packages/package";
import { changePackageAction, changePackageAppsAction, deletePackageAction } from "../actions";
import { PackageFields } from "../package-fields";

interface Props {
  t: Translator<"access">;
  place: Place;
  stored: Package;
  uses: { workspaces: number; isDefault: boolean };
  apps: App[];
}

/** Forms by which an administrator changes a package. */
export function PackageForms({ t, place, stored, uses, apps }: Props) {
  return (
    <>
      <Section title={t("packages.forms.apps")}>
        <ActionForm action={changePackageAppsAction} submit={t("packages.forms.saveApps")}>
          <AboutFields place={place} id={stored.id} />
          <Choices
            legend={t("packages.forms.appsLegend")}
            hint={t("packages.fields.appsHint")}
            name="appIds"
            options={appOptions(apps)}
            chosen={stored.appIds}
            none={t("packages.noApps")}
          />
        </ActionForm>
      </Section>
      <Section title={t("packages.forms.fields")}>
        <ActionForm action={changePackageAction} submit={t("packages.forms.saveFields")}>
          <AboutFields place={place} id={stored.id} />
          <PackageFields stored={stored} />
        </ActionForm>
      </Section>
      <Section title={t("packages.forms.delete")} about={t("packages.forms.deleteAbout")}>
        {uses.workspaces > 0 || uses.isDefault ? (
          <Used t={t} place={place} uses={uses} />
        ) : (
          <TypedConfirmation
            word={stored.key}
            what={t("packages.forms.what", { name: stored.name })}
            action={deletePackageAction}
            submit={t("packages.forms.submit")}
            fields={{ ...place, id: stored.id }}
          />
        )}
      </Section>
    </>
  );
}

/** Reasons for which a package can't be deleted, and the steps to do first. */
function Used({ t, place, uses }: Pick<Props, "t" | "place" | "uses">) {
  const link = (chunks: ReactNode) => (
    <TextLink href={placePath(place, "entitlements")}>{chunks}</TextLink>
  );
  return (
    <div className="space-y-2">
      {uses.workspaces > 0 && <p>{t("packages.forms.used", { count: uses.workspaces })}</p>}
      {uses.isDefault && <p>{t.rich("packages.forms.usedAsDefault", { link })}</p>}
    </div>
  );
}
