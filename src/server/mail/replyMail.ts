/** What an agent answers by mail: as a person writes it, without a word of ours. */
import type { Block } from '#markdown/blocks.ts';
import { html } from '#markdown/html.ts';
import { parseMarkdown } from '#markdown/parseMarkdown.ts';
import { richHtml } from '#markdown/richHtml.ts';
import { languageTag } from '#protocol/base/locales.ts';
import type { Mail } from './mail.ts';

interface Reply {
	locale: string;
	/** As Markdown; '' for none. */
	content: string;
	/** Its parts that are no Markdown. */
	verbatim: unknown;
	/** What is no file of the mail: places, addresses, files that are too large. */
	links: readonly { label: string; url: string | undefined }[];
	/** As Markdown; '' for none. */
	signature: string;
}

/** Below it mail programs take what follows for a signature. */
const SIGNATURE_MARK = '-- ';

export function drawReplyMail({ locale, content, verbatim, links, signature }: Reply): Pick<Mail, 'text' | 'html'> {
	const lines = links.map(({ label, url }) => (url === undefined ? label : `${label}: ${url}`));
	const said = [content.trim(), lines.join('\n')].filter(Boolean).join('\n\n');
	return {
		text: [said, ...(signature ? [`${SIGNATURE_MARK}\n${signature}`] : [])].join('\n\n'),
		html: html`<!doctype html>
			<html lang="${languageTag(locale)}">
				<head>
					<meta charset="utf-8" />
				</head>
				<body style="font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
					${draw(content, verbatim)}${links.map(
						({ label, url }) =>
							html`<p dir="auto" style="margin:0 0 8px">
								${url === undefined ? label : html`<a href="${url}" rel="noopener noreferrer">${label}</a>`}
							</p>`,
					)}${
						signature
							? html`<div style="margin:16px 0 0;color:#5b6470">${SIGNATURE_MARK}<br />${draw(signature)}</div>`
							: []
					}
				</body>
			</html>`.text,
	};
}

function draw(markdown: string, verbatim?: unknown) {
	const blocks: Block[] = markdown.trim() === '' ? [] : parseMarkdown(markdown, verbatim);
	return richHtml(blocks);
}
