<?php
/**
 * Prints the tag, and what loads its code.
 *
 * @package live-chat-widget
 */

defined( 'ABSPATH' ) || exit;

/** What a visitor presses to open the chat, besides the launcher. */
const LIVE_CHAT_WIDGET_BUTTON = 'live-chat-widget-button';

add_filter( 'script_loader_tag', 'live_chat_widget_as_module', 10, 2 );
// Before the scripts of the footer are printed, which the tag asks for.
add_action( 'wp_footer', 'live_chat_widget_print_floating', 5 );

/** The chat in the corner, unless the page has one in its content. */
function live_chat_widget_print_floating() {
	$settings = live_chat_widget_settings();
	$placed   = live_chat_widget_placed();
	if ( ! live_chat_widget_is_set_up( $settings ) || in_array( 'inline', $placed, true ) ) {
		return;
	}
	$is_wanted  = live_chat_widget_is_wanted_here( $settings );
	$has_button = in_array( 'button', $placed, true );
	if ( ! $is_wanted && ! $has_button ) {
		return;
	}
	$attributes = array(
		'launcher-for'        => $has_button ? '.' . LIVE_CHAT_WIDGET_BUTTON : '',
		// A button works on every page where its author has put it, also without a launcher.
		'hide-message-bubble' => $is_wanted ? '' : 'true',
	);
	live_chat_widget_print_tag( $settings, $attributes );
}

/** Prints the tag, with these attributes besides those of the settings; an empty one is left out. */
function live_chat_widget_print_tag( $settings, $attributes ) {
	live_chat_widget_enqueue( $settings );
	$attributes += array(
		'website-token'  => $settings['website_token'],
		'base-url'       => $settings['base_url'],
		'position'       => $settings['position'],
		'widget-style'   => $settings['widget_style'],
		'dark-mode'      => $settings['dark_mode'],
		'launcher-title' => $settings['launcher_title'],
		'locale'         => 'site' === $settings['language'] ? get_locale() : '',
		'data-identity'  => live_chat_widget_tells_identity( $settings ) ? live_chat_widget_identity_address() : '',
	);
	$attributes += live_chat_widget_consent_attributes( $settings );
	echo '<live-chat-widget';
	foreach ( array_filter( $attributes ) as $name => $value ) {
		printf( ' %s="%s"', esc_attr( $name ), esc_attr( $value ) );
	}
	echo '></live-chat-widget>';
}

function live_chat_widget_enqueue( $settings ) {
	// First, so that the chat cannot load before it knows whom to ask.
	if ( live_chat_widget_tells_identity( $settings ) ) {
		live_chat_widget_enqueue_own( 'identity' );
	}
	if ( live_chat_widget_waits_for_consent( $settings ) ) {
		live_chat_widget_enqueue_own( 'consent' );
	} else {
		// Without a version in its address: the chat server says itself how long its module may be kept.
		wp_enqueue_script( 'live-chat-widget', live_chat_widget_module( $settings ), array(), null, true );
	}
}

function live_chat_widget_enqueue_own( $name ) {
	wp_enqueue_script( 'live-chat-widget-' . $name, plugins_url( $name . '.js', __FILE__ ), array(), LIVE_CHAT_WIDGET_VERSION, true );
}

/** Address of the tag's code. */
function live_chat_widget_module( $settings ) {
	return $settings['base_url'] . '/live-chat-widget.js';
}

/** WordPress before 6.5 knows no modules. */
function live_chat_widget_as_module( $tag, $handle ) {
	if ( ! in_array( $handle, array( 'live-chat-widget', 'live-chat-widget-identity', 'live-chat-widget-consent' ), true ) ) {
		return $tag;
	}
	return preg_replace( '/<script(?: type=(["\'])text\/javascript\1)?/', '<script type="module"', $tag, 1 );
}
