import { placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { Table } from "@/app/dashboard/_parts/table";
import { Mono, TextLink } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { FoundOverride } from "@/lib/core/entitlements/override-search-store";
import { removeOverrideAction } from "./actions";

interface Props {
  place: Place;
  overrides: FoundOverride[];
  mayChange: boolean;
}

/** Exceptions of organizations, each with a button that removes it. */
export async function OverrideTable({ place, overrides, mayChange }: Props) {
  const { t } = await wordsOf("access");
  const head = [t("exceptions.organization"), t("exceptions.entitlement"), t("exceptions.effect")];
  return (
    <Table
      caption={t("exceptions.title")}
      head={mayChange ? [...head, t("exceptions.change")] : head}
    >
      {overrides.map(({ organizationId, organizationName, entitlement, effect }) => (
        <tr key={`${organizationId} ${entitlement}`}>
          <td>
            <TextLink href={placePath(place, `organizations/${organizationId}`)}>
              {organizationName}
            </TextLink>
          </td>
          <td>
            <Mono>{entitlement}</Mono>
          </td>
          <td>
            <Badge tone={effect === "grant" ? "green" : "red"}>
              {effect === "grant" ? t("exceptions.granted") : t("exceptions.denied")}
            </Badge>
          </td>
          {mayChange && (
            <td>
              <ActionForm
                action={removeOverrideAction}
                submit={t("exceptions.remove")}
                named={t("exceptions.removeNamed", { entitlement, organization: organizationName })}
                tone="quiet"
                className="space-y-2"
              >
                <AboutFields
                  place={place}
                  organizationId={organizationId}
                  entitlement={entitlement}
                />
              </ActionForm>
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}
