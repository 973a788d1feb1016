import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { appOptions, Choices } from "@/app/dashboard/_nouns/choices";
import { Section } from "@/app/dashboard/_nouns/section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Place } from "@/app/dashboard/administrator";
import type { App } from "@/lib/apps/app";
import type { Package } from "@/lib/packages/package";
import { changePackageAction, changePackageAppsAction, deletePackageAction } from "../actions";
import { PackageFields } from "../package-fields";

interface Props {
  place: Place;
  stored: Package;
  uses: { workspaces: number; isDefault: boolean };
  apps: App[];
}

/** What an administrator may change about a package. */
export function PackageForms({ place, stored, uses, apps }: Props) {
  return (
    <>
      <Section title="Apps it lists">
        <ActionForm action={changePackageAppsAction} submit="Save apps">
          <AboutFields place={place} id={stored.id} />
          <Choices
            legend="Comes with"
            hint="Matters to apps that ask for a package which lists them."
            name="appIds"
            options={appOptions(apps)}
            chosen={stored.appIds}
            none="This environment has no apps yet."
          />
        </ActionForm>
      </Section>
      <Section title="Name and entitlements">
        <ActionForm action={changePackageAction} submit="Save package">
          <AboutFields place={place} id={stored.id} />
          <PackageFields stored={stored} />
        </ActionForm>
      </Section>
      <Section
        title="Delete the package"
        about="One that an organization has, or that is the default, can't be deleted. Set it to inactive to stop it at once."
      >
        {uses.workspaces > 0 || uses.isDefault ? (
          <p>It is in use.</p>
        ) : (
          <TypedConfirmation
            word={stored.key}
            what={`${stored.name} goes for good.`}
            action={deletePackageAction}
            submit="Delete package"
            fields={{ ...place, id: stored.id }}
          />
        )}
      </Section>
    </>
  );
}
