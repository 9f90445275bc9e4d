# weft as a flake: nix build ./packaging/nix, nix run ./packaging/nix -- list problems
#
# Not checked: anything with Nix. package.nix has the dependencies.
{
  description = "weft: emulator and checker of message-passing algorithms";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-24.05";

  outputs = { nixpkgs, ... }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: { default = pkgs.callPackage ./package.nix { }; });
    };
}
