import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card, Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { mayActAs } from "@/lib/core/administrators/administrator";
import { readAdministrators } from "@/lib/core/administrators/read-administrators";
import { inviteAction } from "./actions";
import { AdministratorCard } from "./administrator-card";
import { roleOptions } from "./role-options";

export const generateMetadata = titled("users", "administrators.title");

/** List of the tenant's administrators. */
export default viewerPage("users", async (request) => {
  const { caller, tenant, administrator: reader, t, place, texts } = request;
  const administrators = await readAdministrators(caller);
  const mayChange = mayActAs(tenant.role, "owner");
  const invited = administrators.filter(({ status }) => status === "invited").length;
  const owners = administrators.filter(
    ({ role, status }) => role === "owner" && status !== "invited",
  );
  const field = fieldsOf(texts.administrators);
  return (
    <>
      <PageHead title={t("administrators.title")} about={t("administrators.about")} />
      {mayChange && (
        <div className="mb-8">
          <Card>
            <h2 className="mb-4 font-semibold">{t("administrators.invite")}</h2>
            <ActionForm action={inviteAction} submit={t("administrators.sendInvitation")}>
              <PlaceFields place={place} />
              <div className="grid gap-4 sm:grid-cols-2">
                <Field {...field("email")} type="email" inputMode="email" required />
                <Select {...field("role")} options={roleOptions(t)} defaultValue="viewer" />
              </div>
            </ActionForm>
          </Card>
        </div>
      )}
      {administrators.length === 0 ? (
        <Empty title={t("administrators.emptyTitle")}>{t("administrators.empty")}</Empty>
      ) : (
        <p className="mb-3 text-sm text-neutral-600 dark:text-neutral-400">
          {invited > 0
            ? t("administrators.totalInvited", { count: administrators.length, invited })
            : t("administrators.total", { count: administrators.length })}
        </p>
      )}
      <ul className="space-y-4">
        {administrators.map((administrator) => (
          <li key={administrator.id}>
            <AdministratorCard
              t={t}
              place={place}
              administrator={administrator}
              self={administrator.userId === reader.userId}
              lastOwner={owners.length === 1 && owners.includes(administrator)}
              mayChange={mayChange}
            />
          </li>
        ))}
      </ul>
    </>
  );
});
