"use client";

import { useContext, useEffect, useState } from "react";
import { TextArea } from "@/app/dashboard/_parts/field";
import { FormStateContext } from "@/app/dashboard/_parts/form-state-context";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";
import { uriProblemIn } from "@/app/dashboard/_words/uri-problem";

/** Pause before a check, long enough not to interrupt typing. */
const DEBOUNCE_MS = 500;

interface Props {
  texts: Catalog["connections"]["uris"];
  label: string;
  name: string;
  hint: string;
  defaultValue: string;
  required?: boolean;
  rows?: number;
  /** Returns why an address can't be registered, or null: the server's own rule. */
  problemOf: (uri: string) => string | null;
  /** Message for an address that can be registered. */
  fine?: string;
}

/** List of addresses, one a line, each checked during typing by the rule that the server applies to the form.
 *  The server's messages about the sent addresses replace the check until the addresses are edited. */
export function UriList(props: Props) {
  const { texts, problemOf, defaultValue, fine = texts.fine, ...field } = props;
  const [typed, setTyped] = useState(defaultValue);
  const [settled, setSettled] = useState(defaultValue);
  const form = useContext(FormStateContext);
  const [heeded, setHeeded] = useState<object>();
  const refusal = heeded === form ? "" : form.problems?.[props.name];
  const heed = (text: string) => {
    setTyped(text);
    setHeeded(form);
  };
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const uris = [...new Set(settled.split(/\s+/).filter(Boolean))];
  const wrong = uris.flatMap((uri) => {
    const problem = problemOf(uri);
    return problem ? [{ uri, problem }] : [];
  });
  return (
    <div>
      <TextArea
        {...field}
        {...(refusal === undefined ? {} : { problem: refusal })}
        defaultValue={defaultValue}
        onType={heed}
        mono
      />
      <div role="status" className="mt-1.5 text-sm">
        {!refusal &&
          wrong.map(({ uri, problem }) => (
            <p key={uri} className="break-all text-red-700 dark:text-red-400">
              <span dir="ltr" className="font-mono">
                {uri}
              </span>{" "}
              {uriProblemIn(texts.wrong, problem)}
            </p>
          ))}
        {!refusal && wrong.length === 0 && uris.length > 0 && (
          <p className="text-green-800 dark:text-green-400">
            {uris.length === 1 ? fine : filled(texts.fineMany, { count: uris.length })}
          </p>
        )}
      </div>
    </div>
  );
}
