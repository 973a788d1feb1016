import type { ReactNode } from "react";
import { AppChoices } from "@/app/dashboard/_nouns/choices";
import { FormSection } from "@/app/dashboard/_nouns/form-section";
import { packages } from "@/app/dashboard/_nouns/noun";
import { DeleteSection, onePage } from "@/app/dashboard/_nouns/noun-pages";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet, StatusBadge, TextLink, Words } from "@/app/dashboard/_parts/text";
import { type PageRequest, titled } from "@/app/dashboard/_request/make-page";
import { listApps } from "@/lib/core/apps/app-store";
import { countPackageUses, findPackage } from "@/lib/core/packages/package-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { changePackageAction, changePackageAppsAction, deletePackageAction } from "../actions";
import { PackageFields } from "../package-fields";

export const generateMetadata = titled("access", "packages.one.title");

/** Page of one package: its contents, and its organizations. */
export default onePage(packages, read, (found, request) => {
  const { thing: stored, uses, apps } = found;
  const { t, format } = request;
  const listed = apps.filter(({ id }) => stored.appIds.includes(id));
  return {
    badge: <StatusBadge status={stored.status} />,
    facts: [
      [
        t("packages.one.entitlements"),
        <Words key="words" words={stored.entitlements} none={t("packages.one.noEntitlements")} />,
      ],
      [
        t("packages.one.apps"),
        format.list(listed.map(({ name }) => name)) || (
          <Quiet key="none">{t("packages.one.noApps")}</Quiet>
        ),
      ],
      [t("packages.one.organizations"), format.number(uses.workspaces)],
      [
        t("packages.one.default"),
        uses.isDefault ? t("packages.one.isDefault") : t("packages.one.isNotDefault"),
      ],
    ],
    forms: <Forms found={found} request={request} />,
  };
});

async function read(caller: Caller, id: string) {
  return inTransaction(caller, async (db) => {
    const [thing, uses, apps] = await Promise.all([
      findPackage(db, id),
      countPackageUses(db, id),
      listApps(db),
    ]);
    return thing && { thing, uses, apps };
  });
}

interface Props {
  found: NonNullable<Awaited<ReturnType<typeof read>>>;
  request: PageRequest<"access">;
}

/** Forms by which an administrator changes a package. */
function Forms({ found: { thing: stored, uses, apps }, request }: Props) {
  const { t, words, place } = request;
  const about = { place, id: stored.id };
  const link = (chunks: ReactNode) => (
    <TextLink href={placePath(place, "entitlements")}>{chunks}</TextLink>
  );
  return (
    <>
      <FormSection
        title={t("packages.forms.apps")}
        action={changePackageAppsAction}
        submit={t("packages.forms.saveApps")}
        {...about}
      >
        <AppChoices
          legend={t("packages.forms.appsLegend")}
          hint={t("packages.fields.appsHint")}
          apps={apps}
          chosen={stored.appIds}
          none={t("packages.noApps")}
        />
      </FormSection>
      <FormSection
        title={t("packages.forms.fields")}
        action={changePackageAction}
        submit={t("packages.forms.saveFields")}
        {...about}
      >
        <PackageFields words={words} stored={stored} />
      </FormSection>
      <DeleteSection
        noun={packages}
        request={request}
        thing={stored}
        action={deletePackageAction}
        used={
          (uses.workspaces > 0 || uses.isDefault) && (
            <div className="space-y-2">
              {uses.workspaces > 0 && <p>{t("packages.forms.used", { count: uses.workspaces })}</p>}
              {uses.isDefault && <p>{t.rich("packages.forms.usedAsDefault", { link })}</p>}
            </div>
          )
        }
      />
    </>
  );
}
