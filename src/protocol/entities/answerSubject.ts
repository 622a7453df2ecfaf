import type { Attributes } from './attributes.ts';

/** Of an answer in a conversation that began by mail: the mail's, else the website's name. */
export function answerSubject({ mail_subject }: Attributes, website: string): string {
	const said = typeof mail_subject === 'string' && mail_subject.trim() ? mail_subject.trim() : website;
	return /^re\s*:/i.test(said) ? said : `Re: ${said}`;
}
