/** Shows the words of a message whatever happens while it is drawn: the messages around it are not touched. */
"use client";
import { Component, type ReactNode } from "react";
import * as text from "@/lib/messages/chat.ts";

type ShowsAnywayProps = {
  /** What is shown where the children cannot be drawn. */
  text: string;
  /** What stands around the words then: of a whole message, its article. */
  article?: { label: string; className: string };
  children: ReactNode;
};

type State = { hasFailed: boolean; text: string };

/** An error boundary, which React has as a class only. Words that have changed since are drawn anew. */
export class ShowsAnyway extends Component<ShowsAnywayProps, State> {
  override state: State = { hasFailed: false, text: this.props.text };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(props: ShowsAnywayProps, state: State): State | null {
    return props.text === state.text ? null : { hasFailed: false, text: props.text };
  }

  override render() {
    const { text: words, article, children } = this.props;
    if (!this.state.hasFailed) return children;
    if (!article) return <UnformattedText text={words} />;
    return (
      <article aria-label={article.label} className={article.className}>
        <UnformattedText text={words} />
      </article>
    );
  }
}

/** The words as they were written, and why. */
export function UnformattedText({ text: words }: { text: string }) {
  return (
    <>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {words}
      </p>
      <p className="text-xs text-faint" data-copied-as="nothing">
        {text.shownAsText()}
      </p>
    </>
  );
}
