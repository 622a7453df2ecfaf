/** Bounces as mail servers write them, about a given mail. */

export interface About {
	address: string;
	/** The mail that did not arrive, or its headers. */
	original: string;
}

export interface Report {
	action: string;
	status: string;
	/** What the receiving server has answered. */
	answer: string;
}

const UNKNOWN: Report = { action: 'failed', status: '5.1.1', answer: '550 5.1.1 User unknown' };

/** Lines end as they do on the wire. */
function written(text: string): string {
	return text.replaceAll(/\r?\n/g, '\r\n');
}

function headersOf(original: string): string {
	return original.split('\r\n\r\n', 1)[0] ?? '';
}

/** Postfix breaks long lines, and returns the whole mail. */
export function postfixBounce({ address, original }: About, { action, status, answer }: Report = UNKNOWN): string {
	const boundary = '4cGb2T1Jq8z3x.1795600805/mail.kiln.example';
	return written(`Return-Path: <>
Received: by mail.kiln.example (Postfix)
	id 4cGb2T3XYZz41; Wed, 25 Nov 2026 10:00:05 +0000 (UTC)
Date: Wed, 25 Nov 2026 10:00:05 +0000 (UTC)
From: MAILER-DAEMON@mail.kiln.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: chat@kiln.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="${boundary}"
Content-Transfer-Encoding: 8bit
Message-Id: <4cGb2T3XYZz41@mail.kiln.example>

This is a MIME-encapsulated message.

--${boundary}
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host mail.kiln.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<${address}>: host mx.shop.example[192.0.2.7] said: ${answer}
    (in reply to RCPT TO command)

--${boundary}
Content-Description: Delivery report
Content-Type: message/delivery-status
Content-Transfer-Encoding: 8bit

Reporting-MTA: dns; mail.kiln.example
X-Postfix-Queue-ID: 4cGb2T1Jq8z3x
X-Postfix-Sender: rfc822; chat@kiln.example
Arrival-Date: Wed, 25 Nov 2026 10:00:02 +0000 (UTC)

Final-Recipient: rfc822; ${address}
Original-Recipient: rfc822;${address}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.shop.example
Diagnostic-Code: smtp; ${answer}
    (in reply to RCPT TO command)

--${boundary}
Content-Description: Undelivered Message
Content-Type: message/rfc822
Content-Transfer-Encoding: 8bit

Return-Path: <chat@kiln.example>
${original}
--${boundary}--
`);
}

/** Exim writes no other status than 5.0.0. */
export function eximBounce({ address, original }: About, { action, answer }: Omit<Report, 'status'> = UNKNOWN): string {
	const boundary = '1795600805-eximdsn-1804289383';
	return written(`Return-path: <>
From: Mail Delivery System <Mailer-Daemon@mail.kiln.example>
To: chat@kiln.example
Auto-Submitted: auto-replied
X-Failed-Recipients: ${address}
References: <1tFoo2-000000001Ab-3xyz@mail.kiln.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=${boundary}
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1tFoo3-000000001Ac-0abc@mail.kiln.example>
Date: Wed, 25 Nov 2026 10:00:05 +0000

--${boundary}
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${address}
    host mx.shop.example [192.0.2.7]
    SMTP error from remote mail server after RCPT TO:<${address}>:
    ${answer}

--${boundary}
Content-type: message/delivery-status

Reporting-MTA: dns; mail.kiln.example

Action: ${action}
Final-Recipient: rfc822;${address}
Status: 5.0.0
Remote-MTA: dns; mx.shop.example
Diagnostic-Code: smtp; ${answer}

--${boundary}
Content-type: message/rfc822

Return-path: <chat@kiln.example>
${original}

--${boundary}--
`);
}

/**
 * Exchange Online spells the address as its directory does, and encodes what people are to read.
 */
export function exchangeBounce({ address, original }: About): string {
	const [outer, inner] = ['_000_5d1c8d0bAM9PR04MB8888', '_001_5d1c8d0bAM9PR04MB8888'];
	return written(`From: <postmaster@shop.onmicrosoft.com>
To: <chat@kiln.example>
Date: Wed, 25 Nov 2026 10:00:05 +0000
Content-Type: multipart/report; report-type=delivery-status;
	boundary="${outer}"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US
Message-ID: <0a1b2c3d-1111@AM9PR04MB8888.eurprd04.prod.outlook.com>
In-Reply-To: <7e57@kiln.example>
Subject: Undeliverable: Kiln has replied to you
Auto-Submitted: auto-replied
MIME-Version: 1.0

--${outer}
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="${inner}"

--${inner}
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to ${address} couldn't be delivered.=

--${inner}
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<html><body><p style=3D"color:red">Action Required</p></body></html>

--${inner}--

--${outer}
Content-Type: message/delivery-status

Reporting-MTA: dns;AM9PR04MB8888.eurprd04.prod.outlook.com
Received-From-MTA: dns;mail.kiln.example
Arrival-Date: Wed, 25 Nov 2026 10:00:03 +0000

Final-Recipient: rfc822;${address.toUpperCase()}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
X-Display-Name: Ada

--${outer}
Content-Type: message/rfc822

Received: from AM6EUR05FT062.eop-eur05.prod.protection.outlook.com
 (2603:10a6:20b:4ba::4) by AM9PR04MB8888.outlook.office365.com
 (2603:10a6:20b:40c::5) with Microsoft SMTP Server; Wed, 25 Nov 2026 10:00:03 +0000
${original}
--${outer}--
`);
}

/** Gmail cuts the mail off. */
export function gmailBounce({ address, original }: About): string {
	const [outer, related, inner] = ['00000000000041e0d70627b1c7aa', '00000000000041e0d90627b1c7ad', '0000000000004bb1'];
	return written(`Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: chat@kiln.example
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: <7e57@kiln.example>
In-Reply-To: <7e57@kiln.example>
X-Failed-Recipients: ${address}
Message-ID: <6745a1b2.050a0220.1cc393.0005.GMR@mx.google.com>
Date: Wed, 25 Nov 2026 02:00:05 -0800 (PST)
MIME-Version: 1.0
Content-Type: multipart/report; boundary="${outer}"; report-type=delivery-status

--${outer}
Content-Type: multipart/related; boundary="${related}"

--${related}
Content-Type: multipart/alternative; boundary="${inner}"

--${inner}
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to ${address} because the address couldn't be found, or is unable to receive mail.

--${inner}
Content-Type: text/html; charset="UTF-8"

<html><body><b>Address not found</b></body></html>

--${inner}--
--${related}
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
--${related}--
--${outer}
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; chat@kiln.example
Arrival-Date: Wed, 25 Nov 2026 02:00:03 -0800 (PST)
X-Original-Message-ID: <7e57@kiln.example>

Final-Recipient: rfc822; ${address}
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.27, the server for the domain.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550 5.1.1 unnecessary spaces. - gsmtp
Last-Attempt-Date: Wed, 25 Nov 2026 02:00:05 -0800 (PST)

--${outer}
Content-Type: message/rfc822

${headersOf(original)}

----- Message truncated -----
--${outer}--
`);
}

/**
 * Sendmail can be told to return the headers alone; what this one passed by has broken the long
 * lines among them.
 */
export function sendmailBounce({ address, original }: About): string {
	const boundary = 'iAPA05xy012345.1795600805/mail.kiln.example';
	return written(`From: Mail Delivery Subsystem <MAILER-DAEMON@mail.kiln.example>
To: <chat@kiln.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="${boundary}"
Subject: Returned mail: see transcript for details
Auto-Submitted: auto-generated (failure)

This is a MIME-encapsulated message

--${boundary}

   ----- The following addresses had permanent fatal errors -----
<${address}>
    (reason: 550 5.1.1 <${address}>... User unknown)

--${boundary}
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.kiln.example
Received-From-MTA: DNS; chat.kiln.example
Arrival-Date: Wed, 25 Nov 2026 10:00:02 GMT

Final-Recipient: RFC822; ${address}
Action: failed
Status: 5.1.1
Remote-MTA: DNS; mx.shop.example
Diagnostic-Code: SMTP; 550 5.1.1 <${address}>... User unknown
Last-Attempt-Date: Wed, 25 Nov 2026 10:00:05 GMT

--${boundary}
Content-Type: text/rfc822-headers

${headersOf(original).replaceAll(/[^\r\n]{70}(?=[^\r\n])/g, '$&\r\n\t')}

--${boundary}--
`);
}
