import { Trans } from '@lingui/react/macro';
import type { FunctionComponent, ReactNode } from 'react';
import { ChatForm } from './ChatForm.tsx';
import { GreetingForm } from './GreetingForm.tsx';
import { HoursForm } from './HoursForm.tsx';
import { LookForm } from './LookForm.tsx';
import { MailForm } from './MailForm.tsx';
import { PeopleForm } from './PeopleForm.tsx';
import { PreChatForm } from './PreChatForm.tsx';
import { SecurityForm } from './SecurityForm.tsx';
import { TextsForm } from './TextsForm.tsx';
import { TopicsForm } from './TopicsForm.tsx';
import { TranslationsForm } from './TranslationsForm.tsx';
import type { WebsiteFormProps } from './websiteForm.ts';

interface Part {
	/** In the address. */
	slug: string;
	title: ReactNode;
	Form: FunctionComponent<WebsiteFormProps>;
}

/** The forms of a website's settings, in the order of their links. */
export const PARTS: readonly Part[] = [
	{ slug: 'look', title: <Trans>Appearance</Trans>, Form: LookForm },
	{ slug: 'greeting', title: <Trans>Greeting</Trans>, Form: GreetingForm },
	{ slug: 'texts', title: <Trans>Texts</Trans>, Form: TextsForm },
	{ slug: 'languages', title: <Trans>Languages</Trans>, Form: TranslationsForm },
	{ slug: 'chat', title: <Trans>Features</Trans>, Form: ChatForm },
	{ slug: 'mail', title: <Trans context="settings">Email</Trans>, Form: MailForm },
	{ slug: 'topics', title: <Trans>Topics</Trans>, Form: TopicsForm },
	{ slug: 'hours', title: <Trans>Working hours</Trans>, Form: HoursForm },
	{ slug: 'people', title: <Trans>Team members</Trans>, Form: PeopleForm },
	{ slug: 'form', title: <Trans>Pre-chat form</Trans>, Form: PreChatForm },
	{ slug: 'security', title: <Trans>Security</Trans>, Form: SecurityForm },
];
