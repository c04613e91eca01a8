import type { ComponentChildren } from 'preact';
import type { ReferencedRequest } from '../../../api/openapi/reference.ts';
import { Facts } from '../components/facts.tsx';
import { OwnKeyNote } from '../components/own-key.tsx';
import { useView, type View } from '../components/view.ts';
import { DocsPage, Parts } from './docs-page.tsx';
import { codeBlock, type DocumentMarkdown, type Html } from './guide.ts';
import { Markup } from './markup.tsx';
import { playgroundPath } from './playground-page.tsx';
import { requestExamples } from './request-examples.ts';
import { ErrorsTable, FieldsTable, HeadersTable } from './request-tables.tsx';
import { costOf, keyOf } from './requests-table.tsx';

interface RequestPageProps {
  readonly request: ReferencedRequest;
  /** The requests of the same group. */
  readonly group: readonly ReferencedRequest[];
  readonly markdown: DocumentMarkdown;
  /** Of the examples. */
  readonly origin: string;
}

/** A part of the page. Without content, it is left out. */
interface Part {
  readonly id: string;
  readonly heading: string;
  readonly content: ComponentChildren;
}

/** One request of the API: what the OpenAPI document says about it, and the same request in three languages. */
export function RequestPage(props: RequestPageProps) {
  const { request, group, markdown } = props;
  const view = useView();
  const { docs, layout, reference } = view.texts;
  const playground = playgroundPath(request, view);
  const parts = partsOf(view, props).filter(({ content }) => content);
  const aside = (
    <div class="docs-parts">
      <nav aria-label={docs.on_this_page}>
        <Parts parts={parts} />
      </nav>
      <nav aria-label={request.group} lang="en">
        <p>{request.group}</p>
        <ul>
          {group.map(({ name, title }) => (
            <li key={name}>
              <a href={`/docs/reference/${name}`} aria-current={name === request.name ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
  return (
    <DocsPage title={request.title} current="reference" aside={aside}>
      <p class="note">
        <a href="/docs/reference">{layout.api_reference}</a>
        {' / '}
        <a href={`/docs/reference#${groupId(request.group)}`} lang="en">
          {request.group}
        </a>
      </p>
      <h1 lang="en">{request.title}</h1>
      <p class="address">
        <code>
          {request.method} {request.path}
        </code>{' '}
        {playground && <a href={playground}>{view.texts.playground.title}</a>}
      </p>
      {view.language !== 'en' && <p class="note">{reference.in_english}</p>}
      {request.key === 'required' && <OwnKeyNote />}
      <Markup as="article" class="prose" html={markdown.blocks(request.description)} />
      <Facts
        facts={[
          [docs.cost, costOf(view, request)],
          [reference.key, keyOf(view, request)],
          [reference.name, <code key="name">{request.name}</code>],
        ]}
      />
      {parts.map(({ id, heading, content }) => (
        <section key={id} class="part" aria-labelledby={id}>
          <h2 id={id}>{heading}</h2>
          {content}
        </section>
      ))}
    </DocsPage>
  );
}

/** The id of a group on the overview. */
export function groupId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

function partsOf(view: View, { request, markdown, origin }: RequestPageProps): Part[] {
  const { reference } = view.texts;
  const { parameters, answer, errors } = request;
  return [
    {
      id: 'parameters',
      heading: reference.parameters,
      content: parameters.length > 0 && (
        <FieldsTable
          id="parameters-table"
          caption={reference.parameters_about}
          fields={parameters}
          markdown={markdown}
          isInput
        />
      ),
    },
    { id: 'body', heading: reference.body, content: bodyOf(view, request, markdown) },
    { id: 'examples', heading: reference.examples, content: examplesOf(view, request, origin) },
    { id: 'response', heading: reference.answer, content: answerOf(view, request, markdown) },
    {
      id: 'headers',
      heading: reference.headers,
      content: <HeadersTable headers={answer.headers} markdown={markdown} />,
    },
    {
      id: 'errors',
      heading: reference.errors,
      content: errors.length > 0 && (
        <>
          <ErrorsTable errors={errors} markdown={markdown} />
          <p class="note">
            <a href="/docs/limits#errors">{reference.all_errors}</a>
          </p>
        </>
      ),
    },
  ];
}

function bodyOf(view: View, { body }: ReferencedRequest, markdown: DocumentMarkdown) {
  const { reference } = view.texts;
  const alternatives = body?.alternatives.filter((fields) => fields.length > 0) ?? [];
  if (alternatives.length === 0) return null;
  return alternatives.map((fields, place) => (
    <FieldsTable
      key={place}
      id={`body-${place + 1}`}
      caption={
        alternatives.length > 1
          ? `${reference.alternative(view.numbers.full(place + 1))} ${reference.body_about}`
          : reference.body_about
      }
      fields={fields}
      markdown={markdown}
      isInput
    />
  ));
}

function examplesOf(view: View, request: ReferencedRequest, origin: string) {
  const { reference, figure } = view.texts;
  return (
    <>
      {request.key === 'required' && <p class="note">{reference.examples_key}</p>}
      {requestExamples(request, origin).map(({ title, lang, text }) => (
        <div key={lang}>
          <h3>{title}</h3>
          <Code html={codeBlock({ text, lang }, figure)} />
        </div>
      ))}
    </>
  );
}

function answerOf(view: View, { answer, other_answers }: ReferencedRequest, markdown: DocumentMarkdown) {
  const { reference, figure } = view.texts;
  return (
    <>
      <p>
        {reference.media_type} <code>{answer.media_types.join(', ')}</code>
      </p>
      {answer.about !== '' && <Markup as="p" class="prose" html={markdown.line(answer.about)} />}
      {answer.fields.length > 0 && (
        <FieldsTable
          id="response-table"
          caption={answer.hasEnvelope ? reference.envelope : reference.fields_about}
          fields={answer.fields}
          markdown={markdown}
        />
      )}
      {answer.example !== undefined && (
        <>
          <h3>{reference.example_answer}</h3>
          <Code html={codeBlock({ text: JSON.stringify(answer.example, null, 2), lang: 'json' }, figure)} />
        </>
      )}
      {answer.other_formats !== '' && (
        <details class="fold">
          <summary>{reference.other_formats}</summary>
          <Code html={markdown.blocks(answer.other_formats)} />
        </details>
      )}
      {other_answers.map(({ status, description }) => (
        <p key={status}>
          {reference.other_status(String(status))} <Markup as="span" html={markdown.line(description)} />
        </p>
      ))}
    </>
  );
}

function Code({ html }: { html: Html }) {
  return <Markup as="div" class="examples" html={html} />;
}
