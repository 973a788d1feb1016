import Link from "next/link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Checkbox, Field } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { Group } from "@/app/dashboard/_parts/group";
import { operatorPage, titled } from "@/app/dashboard/_request/make-page";
import { openTenantAction } from "../actions";

export const generateMetadata = titled("operator", "newTenant.title");

const kinds = ["production", "staging", "development"] as const;

/** Form that creates a tenant. */
export default operatorPage(async ({ t, texts }) => {
  const field = fieldsOf(texts.newTenant);
  return (
    <>
      <PageHead title={t("newTenant.title")} about={t("newTenant.about")} />
      <Card>
        <ActionForm
          action={openTenantAction}
          submit={t("newTenant.submit")}
          beside={
            <Link href="/dashboard/operator" className={quietButton}>
              {t("newTenant.cancel")}
            </Link>
          }
        >
          <Field {...field("name")} maxLength={100} required />
          <Group
            legend={t("newTenant.environments")}
            name="environments"
            hint={t("newTenant.environmentsHint")}
          >
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                name="environments"
                value={kind}
                label={t(`newTenant.kind.${kind}`)}
                hint={t(`newTenant.kindHint.${kind}`)}
                defaultChecked={kind !== "staging"}
              />
            ))}
          </Group>
        </ActionForm>
      </Card>
    </>
  );
});
