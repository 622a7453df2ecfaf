import { askModel, sourcesOf } from './askModel.ts';
import { handOver, say, sayAsItComes, type Told } from './chat.ts';
import { LLM_URL } from './environment.ts';
import { findArticles, type Found } from './findArticles.ts';

const NOT_FOUND = 'I find nothing about that in our help centre. A person will be with you in a moment.';

const FOLLOW_UP = {
	content: 'Did that help?',
	content_type: 'input_select',
	content_attributes: {
		items: [
			{ title: 'Yes, thank you', value: 'thanks' },
			{ title: 'My order', value: 'order' },
			{ title: 'Talk to a person', value: 'person' },
		],
	},
};

/**
 * From the help centre alone; by a model's words where there is one. What it does not know it
 * leaves to people.
 */
export async function answerQuestion(told: Told, question: string): Promise<void> {
	const articles = await findArticles(question);
	const isAnswered = articles.length > 0 && (await answerFrom(told, question, articles));
	if (isAnswered) await say(told, FOLLOW_UP, 'follow-up');
	else await handOver(told, NOT_FOUND);
}

async function answerFrom(told: Told, question: string, articles: Found[]): Promise<boolean> {
	if (!LLM_URL) return show(told, articles);
	let said = '';
	try {
		await sayAsItComes(
			told,
			noting(askModel(question, articles, told.stop), (text) => (said += text)),
		);
		return said !== '';
	} catch (error) {
		told.stop.throwIfAborted();
		console.error(error);
		if (said === '') return show(told, articles);
		// What is there may be half a sentence: the visitor has to know, and gets the articles.
		await say(
			told,
			{ content: `I could not finish. This is where I read it:\n\n${sourcesOf('', articles)}` },
			'sources',
		);
		return true;
	}
}

async function show(told: Told, articles: Found[]): Promise<true> {
	const items = articles.map(({ title, description, link }) => ({ title, description, link }));
	await say(told, { content: 'This may help', content_type: 'article', content_attributes: { items } });
	return true;
}

async function* noting(text: AsyncIterable<string>, note: (piece: string) => void): AsyncGenerator<string> {
	for await (const piece of text) {
		note(piece);
		yield piece;
	}
}
