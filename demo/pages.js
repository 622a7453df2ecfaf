/** The links between the demo's pages, and the source of each. */
const PAGES = {
	'/': 'The plain embed',
	'/identity.html': 'Who is signed in',
	'/prechat.html': 'Before the first word',
	'/topics.html': 'What is it about?',
	'/rating.html': 'How was it?',
	'/hours.html': 'Closed for now',
	'/leave.html': 'Leave a message',
	'/campaigns.html': 'The shop speaks first',
	'/refuse.html': 'The page has a say',
	'/where.html': 'Where and when',
	'/launcher.html': 'Your own button',
	'/inline.html': 'In the page',
	'/dark.html': 'In the dark',
	'/rtl.html': 'Right to left',
	'/strict.html': 'A strict policy',
	'/several.html': 'Two teams',
	'/texts.html': 'In your own words',
	'/languages.html': 'Three languages',
	'/theming.html': 'Looks',
};

function addLinks() {
	const nav = document.createElement('nav');
	nav.className = 'pages';
	nav.lang = 'en';
	nav.setAttribute('aria-label', 'Demo pages');
	for (const [address, name] of Object.entries(PAGES)) {
		const link = Object.assign(document.createElement('a'), { href: address, textContent: name, dir: 'auto' });
		if (address === location.pathname) link.ariaCurrent = 'page';
		nav.append(link);
	}
	document.body.append(nav);
}

/** What the page's HTML has between its two marks, as it was served. */
async function addSource() {
	const response = await fetch(location.pathname);
	const [, source = ''] = /<!-- Live chat -->\n([^]*?)<!-- end -->/.exec(await response.text()) ?? [];
	const pre = document.createElement('pre');
	pre.tabIndex = 0;
	pre.dir = 'ltr';
	pre.lang = 'en';
	pre.setAttribute('aria-label', 'Source of the chat on this page');
	const code = document.createElement('code');
	code.textContent = source.replace(/^\t\t/gm, '').trimEnd();
	pre.append(code);
	document.querySelector('main').append(pre);
}

addLinks();
if (document.querySelector('main.demo')) await addSource();
