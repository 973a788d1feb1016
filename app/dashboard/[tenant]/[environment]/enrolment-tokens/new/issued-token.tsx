"use client";

import Link from "next/link";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";
import type { IssueState } from "../actions";
import { redeemSnippet } from "../redeem-snippet";

interface Props {
  made: NonNullable<IssueState["made"]>;
  list: string;
}

/** A new token, this once, and how a machine enrols with it. */
export function IssuedToken({ made, list }: Props) {
  const { id, name, token, baseUrl } = made;
  const program = redeemSnippet(baseUrl);
  return (
    <div className="space-y-6">
      <div role="status">
        <h2 className="text-lg font-semibold">{name} is ready</h2>
        <p className="mt-1 text-neutral-700 dark:text-neutral-300">
          Copy the token now. It is shown this once and kept nowhere.
        </p>
      </div>
      <ShownOnce label="Enrolment token" value={token} />
      <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">
        The installation makes its own key and proves that it holds it; the key never leaves the
        machine. Save the program below as <span className="font-mono">enrol.mjs</span> on the
        machine to enrol, then run it with the command.
      </p>
      <ShownOnce label="The command" value={`ENROLMENT_TOKEN=${token} node enrol.mjs`} />
      <ShownOnce label="The program" value={program} />
      <ShownOnce
        label="Or with the complete example, which also gets access tokens and takes part in campaigns"
        value={`ATRIUM_BASE_URL=${baseUrl} \\\nENROLMENT_TOKEN=${token} \\\nnpx tsx examples/installation/main.ts`}
      />
      <div className="flex flex-wrap gap-3">
        <Link href={`${list}/${id}`} className={primaryButton}>
          I have stored it
        </Link>
        {/* A data: address, so that it works without scripts. The token is not in the program. */}
        <a
          href={`data:text/javascript;charset=utf-8,${encodeURIComponent(program)}`}
          download="enrol.mjs"
          className={quietButton}
        >
          Download enrol.mjs
        </a>
      </div>
    </div>
  );
}
