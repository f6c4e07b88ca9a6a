import { useState } from "preact/hooks";
import type { RecordedQuestion } from "../../records/index.js";
import { post } from "../connection.js";
import { diffIn } from "../run-view.js";
import { DiffView } from "./diff-view.js";

interface QuestionsProps {
  readonly questions: readonly RecordedQuestion[];
  readonly token: string;
  /** A recording shows the questions that were never answered, without buttons. */
  readonly isLive: boolean;
}

/** The questions that wait for the user. */
export function Questions({ questions, token, isLive }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <section class="questions" aria-label="Approvals">
      {questions.map((question) => (
        <Question key={question.id} question={question} token={token} isLive={isLive} />
      ))}
    </section>
  );
}

interface QuestionProps extends Omit<QuestionsProps, "questions"> {
  readonly question: RecordedQuestion;
}

function Question({ question, token, isLive }: QuestionProps) {
  const { id, title, summary, preview, canRemember } = question;
  const [problem, setProblem] = useState("");
  const answer = (body: object): void => {
    post(token, "/api/answer", { question: id, ...body }).catch((error: Error) => setProblem(error.message));
  };
  const diff = diffIn(preview);
  return (
    <article class="question" aria-label={title}>
      <h2>{title}</h2>
      <p class="summary">{summary}</p>
      {preview !== "" && (diff === undefined ? <pre>{preview}</pre> : <DiffView diff={diff} />)}
      {isLive && (
        <div class="answers">
          <button type="button" class="approve" onClick={() => answer({ approved: true })}>
            Approve once
          </button>
          {canRemember && (
            <button type="button" onClick={() => answer({ approved: true, remember: "session" })}>
              Approve this call for the session
            </button>
          )}
          <button type="button" class="reject" onClick={() => answer({ approved: false })}>
            Reject
          </button>
        </div>
      )}
      {problem !== "" && <p role="alert">{problem}</p>}
    </article>
  );
}
