import { Badge, Section } from "@/app/dashboard/_parts/blocks";
import { Mono, Quiet, TextLink } from "@/app/dashboard/_parts/text";
import type { Translator, Words } from "@/app/dashboard/_words/words-of";
import type { LayerOutcome, Missing } from "@/lib/core/access/evaluate-access";
import { markOf, remedyOf } from "./layers";
import { type ExplanationSubject, pageOf } from "./remedies";

interface Props {
  t: Translator<"users">;
  title: string;
  asked: ExplanationSubject;
  organizationId: string | null;
  layers: LayerOutcome[];
  missing: Missing;
  format: Words<"users">["format"];
}

/** List of the layers for one organization, in the order of their evaluation. */
export function Layers({ title, layers, ...about }: Props) {
  return (
    <Section title={title}>
      <ol className="divide-y divide-neutral-200 dark:divide-neutral-800">
        {layers.map((outcome) => (
          <Layer key={outcome.layer} outcome={outcome} {...about} />
        ))}
      </ol>
    </Section>
  );
}

type LayerProps = Omit<Props, "title" | "layers"> & { outcome: LayerOutcome };

function Layer({ outcome: { layer, name, result }, ...about }: LayerProps) {
  const { t, asked, organizationId } = about;
  const asks = t(`access.layers.${layer}.asks`);
  const { mark, tone } = markOf(result);
  const remedy = remedyOf(layer);
  return (
    <li className="flex items-start gap-4 py-3 first:pt-0 last:pb-0">
      <span aria-hidden className={`w-4 text-center font-semibold ${markColours[tone]}`}>
        {mark}
      </span>
      <div className="min-w-0 flex-1">
        {result === "not_reached" ? <Quiet>{asks}</Quiet> : asks}
        {(result === "denied" || result === "observed") && (
          <p className="mt-1 text-sm">
            {name === "entitlements" && <Lacking {...about} />}
            {t(`access.layers.${layer}.mend`)}{" "}
            <TextLink href={pageOf(remedy, asked, organizationId)}>
              {t(`access.remedies.${remedy}`)}
            </TextLink>{" "}
            <Quiet>
              <Mono>{layer}</Mono>
            </Quiet>
          </p>
        )}
      </div>
      <span className="shrink-0 whitespace-nowrap">
        <Badge tone={tone}>{t(`access.results.${result}`)}</Badge>
      </span>
    </li>
  );
}

/** Names of the things that the organization lacks. */
function Lacking({ t, format, missing }: Pick<Props, "t" | "format" | "missing">) {
  const { packageLacksApp, entitlements } = missing;
  return (
    <>
      {packageLacksApp && `${t("access.packageLacksApp")} `}
      {entitlements.length > 0 && `${t("access.missing", { names: format.list(entitlements) })} `}
    </>
  );
}

const markColours = {
  green: "text-green-700 dark:text-green-400",
  red: "text-red-700 dark:text-red-400",
  amber: "text-amber-800 dark:text-amber-400",
  neutral: "text-neutral-500",
};
